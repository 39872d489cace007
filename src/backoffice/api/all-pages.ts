import type { ApiResponse } from "./call.ts";

const perPage = 100;

/** All entries of a list, however many pages it has. @param read reads one page */
export async function allPages<T>(
  read: (page: { per_page: number; page: number }) => Promise<ApiResponse<readonly unknown[]>>,
): Promise<ApiResponse<T[]>> {
  const list: T[] = [];
  for (let page = 1; ; page++) {
    const { data, etag, total } = await read({ per_page: perPage, page });
    list.push(...(data as readonly T[]));
    if (data.length < perPage) return { data: list, etag, total };
  }
}
