import { expect, test } from "vitest";
import { dayMs, hourMs, minuteMs } from "#shop/kernel/base/clock.ts";
import { engines } from "#fixtures/testing/engines.ts";
import { openShop } from "#fixtures/testing/open-shop.ts";

test.for(engines)("recurring jobs that find nothing to do invalidate no cached response, on $name", async (engine) => {
  const shop = await openShop(engine);
  // the jobs' first run, and what the catalogue's import left for them
  for (const ms of [minuteMs, dayMs]) {
    shop.clock.advance(ms);
    await shop.runJobs();
  }
  const received: string[] = [];
  const onNotification = (tags: string): void => void received.push(tags);
  const nothing = (): void => {};
  const stop = await shop.db.listen("cache_invalidation", {
    ...{ onNotification, onSubscribed: nothing, onDisconnected: nothing, onDatabaseDown: nothing },
  });
  for (const ms of [minuteMs, minuteMs, hourMs, dayMs]) {
    shop.clock.advance(ms);
    await shop.runJobs();
  }
  // notifications arrive in the order of the commits
  await shop.db.script("notify cache_invalidation, 'the last one'");
  await expect.poll(() => received).toContain("the last one");
  await stop();
  expect(received).toEqual(["the last one"]);
});
