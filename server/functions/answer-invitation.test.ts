import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { maxAnswersPerHour } from '#server/abuse/answer-check.ts';
import type { AppFixture } from '#server/app-fixture.ts';
import { openAppFixture, openOwnFixture, siteOrigin } from '#server/app-fixture.ts';
import { StoreUnavailableError } from '#server/store/errors.ts';
import { engines, isSkipped } from '#test/faults/stores.ts';
import { claimOne, connect, finish } from '#test/job-claims.ts';
import { newDecision, newLetter } from '#test/sample-decisions.ts';
import { newSubmission } from '#test/sample-submissions.ts';
import { openSharedPostgres } from '#test/shared-postgres.ts';

for (const engine of engines)
  describe.skipIf(isSkipped(engine))(`the page of an invitation on ${engine}`, () => {
    let env: Record<string, string> = {};
    let fixture: AppFixture;
    beforeAll(async () => {
      if (engine === 'postgres') env = { DATABASE_URL: await (await openSharedPostgres()).createDatabase() };
      fixture = await openAppFixture(env);
      await connect(fixture.store);
    });
    afterAll(() => fixture.close());
    beforeEach(() => {
      fixture.logged.length = 0;
    });

    /** Somebody new, who was told that they are invited; the token of the letter's page. */
    async function invite(own?: AppFixture) {
      const { store, answerLinks } = own ?? fixture;
      const submission = newSubmission({ fields: { email: `${randomUUID()}@example.com` } });
      await store.accept(submission);
      const about = { id: submission.id };
      const letter = newLetter();
      await store.decide(newDecision(about, { to: 'invited', letter }));
      await finish(store, await claimOne(store, { channel: 'letters' }));
      const token = await answerLinks.tokenOf(letter.id);
      const readAnswers = async () => (await store.readReview(about))?.answers ?? [];
      return { about, email: submission.fields.email, letter, token, path: `/answer/${token}`, readAnswers };
    }

    const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
      fixture.app.inject({ method, url, headers });
    const browser = { origin: 'null', 'sec-fetch-site': 'same-origin' };
    const post = (
      url: string,
      form: Record<string, string> = { answer: 'coming' },
      {
        headers = browser,
        app = fixture.app,
      }: { headers?: Record<string, string>; app?: AppFixture['app'] } = {},
    ) =>
      app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'localhost:3000', ...headers },
        payload: new URLSearchParams(form).toString(),
      });
    /** Of a page, without what differs in each request. */
    const isClosed = ({ statusCode, body }: { statusCode: number; body: string }) =>
      statusCode === 404 && body.includes('closed');
    const madeUp = `/answer/${'A'.repeat(43)}`;

    test('a page asks, a press posts, a 303 leads back, and the page says what was taken and when', async () => {
      const { path, readAnswers } = await invite();
      const asked = await get(path);
      expect(asked.statusCode).toBe(200);
      expect(asked.body).toContain('none creator');
      expect(asked.body).toContain(`<form action="${path}">`);
      const pressed = await post(path, { answer: 'coming', sentence: ' With a friend.\r\nYes. ' });
      expect([pressed.statusCode, pressed.headers.location]).toEqual([303, path]);
      expect((await get(path)).body).toMatch(
        /coming creator.* coming, with your sentence \d+ \w+ \d{4}.*\(Australia&#x2F;Sydney\)/,
      );
      await post(path, { answer: 'not-now', sentence: ' \u200b ' });
      expect((await get(path)).body).toContain('not-now creator');
      expect(await readAnswers()).toMatchObject([
        { answer: 'coming', sentence: 'With a friend.\nYes.' },
        { answer: 'not-now', sentence: null },
      ]);
    });

    test('a page shows nothing of the person, and no browser, proxy or search engine keeps it or names its address', async () => {
      const { path, email, token } = await invite();
      await post(path, { answer: 'coming', sentence: 'With Charles.' });
      const { body, headers } = await get(path);
      for (const personal of [email, 'Ada', 'With Charles']) expect(body).not.toContain(personal);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
        'content-security-policy': expect.stringContaining("form-action 'self'"),
        'x-content-type-options': 'nosniff',
      });
      expect(headers).not.toHaveProperty('etag');
      expect(fixture.logged.length).toBeGreaterThan(0);
      expect(fixture.logged.join()).not.toContain(token);
      expect(fixture.logged.join()).toContain('/answer/:token');
    });

    test.each([
      [
        'Gmail’s proxy',
        { 'user-agent': 'Mozilla/5.0 (compatible; GoogleImageProxy)', via: '1.1 google' },
        'GET',
      ],
      ['Outlook’s SafeLinks', { 'user-agent': 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)' }, 'GET'],
      ['a scanner by HEAD', { 'user-agent': 'curl/8' }, 'HEAD'],
      ['a prefetch', { 'sec-purpose': 'prefetch;prerender', purpose: 'prefetch' }, 'GET'],
      ['a chat’s preview', { 'user-agent': 'Slackbot-LinkExpanding 1.0' }, 'GET'],
    ] as const)('%s opens the link twice, and answers nothing', async (_who, headers, method) => {
      const { path, readAnswers } = await invite();
      for (const _ of [1, 2]) expect((await get(path, headers, method)).statusCode).toBe(200);
      expect(await get(`${path}?answer=coming`, headers, method)).toMatchObject({ statusCode: 200 });
      expect(await readAnswers()).toEqual([]);
    });

    test.each([['.'], [')'], ['%3E'], ['%'], ['=3D'], ['?utm_source=mail'], ['&amp;data=05'], ['/']])(
      'with %s behind it a link still leads to its invitation',
      async (behind) => {
        const { path, readAnswers } = await invite();
        expect((await get(`${path}${behind}`)).statusCode).toBe(200);
        expect((await post(`${path}${behind}`)).headers.location).toBe(path);
        expect(await readAnswers()).toHaveLength(1);
      },
    );

    test('a token twice in a path is one answer; cut, upper-cased or changed it is none', async () => {
      const { path, token, readAnswers } = await invite();
      for (const twice of [`${path}${path}`, `${path}${token}`, `${path}/${token}`])
        expect((await post(twice)).statusCode).toBe(303);
      expect(await readAnswers()).toHaveLength(1);
      const other = token.startsWith('A') ? 'B' : 'A';
      const wrong = [
        token.slice(0, -1),
        token.slice(1),
        token.toUpperCase(),
        `${other}${token.slice(1)}`,
        'example',
      ];
      for (const each of wrong) {
        expect(isClosed(await post(`/answer/${each}`, { answer: 'not-now' }))).toBe(true);
        expect(isClosed(await get(`/answer/${each}`))).toBe(true);
      }
      expect(await readAnswers()).toHaveLength(1);
    });

    test('taken back, declined, erased, replaced or made up, an invitation has one page, of one status and time', async () => {
      const [takenBack, declined, erased, replaced] = [
        await invite(),
        await invite(),
        await invite(),
        await invite(),
      ];
      const { store } = fixture;
      for (const each of [takenBack, declined, erased, replaced]) await post(each.path);
      await store.decide(newDecision(takenBack.about, { to: 'new' }));
      await store.decide(newDecision(declined.about, { to: 'declined' }));
      await store.erase(erased.email);
      await store.decide(newDecision(replaced.about, { to: 'new' }));
      const letter = newLetter();
      await store.decide(newDecision(replaced.about, { to: 'invited', letter }));
      await finish(store, await claimOne(store, { channel: 'letters' }));
      const paths = [takenBack.path, declined.path, erased.path, replaced.path, madeUp];
      const pages: unknown[] = [];
      for (const path of paths)
        for (const ask of [get, post]) {
          const startedAtMs = performance.now();
          const answer = await ask(path);
          expect(isClosed(answer), path).toBe(true);
          expect(performance.now() - startedAtMs, path).toBeGreaterThanOrEqual(99);
          const { date: _date, ...headers } = answer.headers;
          pages.push({ body: answer.body, headers });
        }
      expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
      expect(await takenBack.readAnswers()).toHaveLength(1);
      expect((await get(`/answer/${await fixture.answerLinks.tokenOf(letter.id)}`)).body).toContain(
        'none creator',
      );
    });

    test('who has joined is told so, and answers nothing any more; undone, the invitation and its answer stand again', async () => {
      const { about, path, readAnswers } = await invite();
      await post(path);
      await fixture.store.decide(newDecision(about, { to: 'joined' }));
      await post(path, { answer: 'not-now' });
      const joined = await get(path);
      expect([joined.statusCode, joined.body.includes('joined')]).toEqual([200, true]);
      expect(await readAnswers()).toHaveLength(1);
      await fixture.store.decide(newDecision(about, { to: 'invited', isUndo: true }));
      expect((await get(path)).body).toContain('coming creator');
    });

    test('a flood of made-up tokens asks the store nothing', async () => {
      const { app } = await openOwnFixture(env, (store) => {
        const calls = store as unknown as Record<string, unknown>;
        for (const name of ['findInvitation', 'answerInvitation', 'addressKey'])
          calls[name] = () => Promise.reject(new Error(`${name} was called.`));
        return {};
      });
      const answers = Array.from(
        { length: 50 },
        () => `/answer/${Buffer.from(randomUUID().slice(0, 32)).toString('base64url')}`,
      );
      for (const answer of await Promise.all(answers.map((path) => post(path, undefined, { app }))))
        expect(isClosed(answer)).toBe(true);
    });

    test.each([
      ['https://evil.example', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      ['another page, without TLS', { origin: 'http://evil.example' }],
      ['a sandboxed page', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
      ['a program', {}],
    ])('%s answers nothing in somebody’s place', async (_who, headers) => {
      const { path, readAnswers } = await invite();
      const answer = await post(path, undefined, { headers });
      expect([answer.statusCode, await readAnswers()]).toEqual([403, []]);
    });

    test.each([
      ['by TLS or on this machine', browser],
      ['without TLS, where browsers name no origin', { origin: 'null' }],
      ['where a browser names its origin all the same', { origin: siteOrigin }],
    ])('the page’s own form is taken %s', async (_how, headers) => {
      const { path, readAnswers } = await invite();
      expect((await post(path, undefined, { headers })).statusCode).toBe(303);
      expect(await readAnswers()).toHaveLength(1);
    });

    test.each([
      ['no answer', {}, 422, 'Press one of the two buttons.'],
      ['an unknown answer', { answer: 'perhaps' }, 422, 'Press one of the two buttons.'],
      ['a name of every object', { answer: 'toString' }, 422, 'Press one of the two buttons.'],
      ['501 characters', { answer: 'coming', sentence: 'é'.repeat(501) }, 422, 'at most 500 characters'],
      ['a body above 64 KiB', { answer: 'coming', sentence: 'x'.repeat(65_536) }, 413, '64 KiB'],
    ])(
      '%s is refused on a page that says why, and is no answer',
      async (_what, form: Record<string, string>, status, why) => {
        const { path, readAnswers } = await invite();
        const answer = await post(path, form);
        expect([answer.statusCode, answer.body.includes(why), answer.headers['referrer-policy']]).toEqual([
          status,
          true,
          'no-referrer',
        ]);
        expect(await readAnswers()).toEqual([]);
      },
    );

    test('a sentence of 500 characters is taken, whatever is in it', async () => {
      const { path, readAnswers } = await invite();
      for (const sentence of ['🙂'.repeat(500), `\0\ud800${'<script>'.repeat(62)}`]) {
        expect((await post(path, { answer: 'coming', sentence })).statusCode).toBe(303);
        expect((await readAnswers()).at(-1)?.sentence?.length).toBeGreaterThan(490);
      }
    });

    test('a body that is no form is refused', async () => {
      const { path } = await invite();
      const headers = { ...browser, 'content-type': 'application/json' };
      expect((await post(path, { answer: 'coming' }, { headers })).statusCode).toBe(415);
    });

    test('as many answers are taken from an address in a minute as submissions, and the next one the minute after', async () => {
      const own = await openOwnFixture({ ...env, RATE_LIMIT_PER_MINUTE: '2' });
      await connect(own.store);
      const { path } = await invite(own);
      const statuses: number[] = [];
      for (const answer of ['coming', 'not-now', 'coming'])
        statuses.push((await post(path, { answer }, { app: own.app })).statusCode);
      expect(statuses).toEqual([303, 303, 429]);
      const refused = await post(path, { answer: 'coming' }, { app: own.app });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    });

    test('an invitation is answered twenty times in an hour at most, wherever the answers come from', async () => {
      const { path, readAnswers } = await invite();
      const statuses: number[] = [];
      for (let nth = 0; nth < maxAnswersPerHour + 1; nth += 1)
        statuses.push((await post(path, { answer: nth % 2 ? 'coming' : 'not-now' })).statusCode);
      expect(statuses).toEqual([...Array(20).fill(303), 429]);
      expect(await readAnswers()).toHaveLength(20);
    });

    test('while the store does not answer, a page says so and when to try again', async () => {
      const own = await openOwnFixture(env, (store) => {
        store.answerInvitation = () => Promise.reject(new StoreUnavailableError('down'));
        return {};
      });
      await connect(own.store);
      const { path } = await invite(own);
      const answer = await post(path, undefined, { app: own.app });
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    });
  });
