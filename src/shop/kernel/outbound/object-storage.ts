import { AwsClient } from "aws4fetch";
import type { Config, MediaBucketConfig } from "#shop/kernel/base/config.ts";

/** Time for one object, in milliseconds. */
const timeoutMs = 30_000;
/** further attempts after an error of the service */
const retries = 3;

/** Objects of an S3-compatible bucket. Every method throws if the service fails or rejects the request. */
export interface ObjectStorage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** null if there is no such object */
  get(key: string): Promise<Buffer | null>;
  has(key: string): Promise<boolean>;
  /** does nothing if there is no such object */
  remove(key: string): Promise<void>;
}

function openBucket({ url, region, accessKey, secretKey }: MediaBucketConfig): ObjectStorage {
  const client = new AwsClient({ accessKeyId: accessKey, secretAccessKey: secretKey, service: "s3", region, retries });
  const send = async (method: string, key: string, init: RequestInit = {}): Promise<Response> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await client.fetch(`${url}/${key}`, { ...init, method, signal });
    if (response.ok || response.status === 404) return response;
    await response.body?.cancel();
    throw new Error(`the bucket responded to ${method} with ${response.status}`);
  };
  return {
    async put(key, bytes, contentType) {
      const { ok } = await send("PUT", key, { body: new Uint8Array(bytes), headers: { "content-type": contentType } });
      if (!ok) throw new Error("the bucket does not exist");
    },
    async get(key) {
      const response = await send("GET", key);
      return response.ok ? Buffer.from(await response.arrayBuffer()) : null;
    },
    has: async (key) => (await send("HEAD", key)).ok,
    async remove(key) {
      await send("DELETE", key);
    },
  };
}

const opened = new WeakMap<MediaBucketConfig, ObjectStorage>();

/** The bucket for uploaded pictures, which all machines of the shop share; null without one. */
export function bucketOf({ mediaBucket }: Pick<Config, "mediaBucket">): ObjectStorage | null {
  if (!mediaBucket) return null;
  const storage = opened.get(mediaBucket) ?? openBucket(mediaBucket);
  opened.set(mediaBucket, storage);
  return storage;
}
