import { expect, test } from 'vitest';
import { claimOptions, readChannel } from '#test/job-claims.ts';
import { runOnStore } from '#test/run-on-store.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { describeOnEachEngine } from '#test/store-fixture.ts';
import { StoreUnavailableError } from './errors.ts';

describeOnEachEngine('the store', (fixture) => {
  test('several instances that open an empty database at once all work', async () => {
    const empty = await fixture.emptyDatabase();
    const instances = await Promise.all(Array.from({ length: 5 }, () => fixture.open(empty)));
    await Promise.all(instances.map((instance) => instance.accept(newSubmission())));
    for (const instance of instances) expect(await readChannel(instance)).toMatchObject({ waiting: 5 });
  });

  test('closing waits for what was accepted, and opening again finds it', async () => {
    const accepting = Promise.all(Array.from({ length: 600 }, () => fixture.store.accept(newSubmission())));
    await fixture.store.close();
    expect(await accepting).toHaveLength(600);
    const again = await fixture.open();
    expect(await readChannel(again)).toMatchObject({ waiting: 600 });
    expect((await readChannel(again))?.oldestWaitingAgeMs).toBeGreaterThanOrEqual(0);
  });

  test('closing leaves no call without an answer that waits for a connection', async () => {
    const calls = Array.from({ length: 20 }, () => fixture.store.readReview({ sequence: 1 }));
    const startedAtMs = performance.now();
    const answers = Promise.allSettled(calls);
    await fixture.store.close();
    for (const answer of await answers) {
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(StoreUnavailableError);
    }
    // The time that opening a connection may take is five seconds.
    expect(performance.now() - startedAtMs).toBeLessThan(4_000);
  });

  test('a store of an older release is refused, and the release that opens it first is named', async () => {
    const place = await fixture.emptyDatabase();
    await (await fixture.open(place)).close();
    await runOnStore(place, "delete from migrations where name > '0019-applied-again'");
    await runOnStore(place, "update migrations set name = '0018-sources-to-count'");
    await expect(fixture.open(place)).rejects.toThrow(
      /before 0\.1\.0\. Open it once with release 0\.1\.0 of 27 November 2026 \(commit 572ea360\)/,
    );
  });

  test('a store keeps the releases that served it, each once', async () => {
    for (const release of ['0.1.0', '0.2.0', '0.1.0']) await fixture.store.recordRelease(release);
    const place = { databaseUrl: fixture.databaseUrl, dataDir: fixture.dataDir };
    expect(await runOnStore(place, 'select release from releases order by first_started_at')).toEqual([
      { release: '0.1.0' },
      { release: '0.2.0' },
    ]);
  });

  test('a closed store says so, and closes twice without harm', async () => {
    await fixture.store.close();
    await fixture.store.close();
    await expect(fixture.store.accept(newSubmission())).rejects.toThrow(StoreUnavailableError);
    await expect(fixture.store.claimJobs(claimOptions())).rejects.toThrow(StoreUnavailableError);
    await expect(fixture.store.ping()).rejects.toThrow(StoreUnavailableError);
  });
});
