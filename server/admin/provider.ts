import * as oidc from 'openid-client';
import { providerSignInPath } from '#contract/console-calls.ts';
import type { ProviderSettings } from '#server/config.ts';
import { isLoopbackHost } from '#server/setting-forms.ts';
import { toAsciiLowerCase } from '#server/store/email-key.ts';

/** Each request to the provider may take this long. */
const providerTimeoutS = 5;
/** Cut, so that the address behind it stays visible where room is short. */
const maxNameCharacters = 50;
const google = 'https://accounts.google.com';

/** What ties the answer to the browser that asked; it stays in that browser's cookie. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** What a person who may be signed in at the provider is asked for: to choose an account, to sign in anew, or nothing. */
export type Asks = 'choose' | 'login' | null;

/** The account at the provider, as its signed token describes it. */
export interface Identity {
  /** Its ASCII letters in lower case. */
  email: string;
  /** null: the provider says nothing about it. */
  isVerified: boolean | null;
  /** Whether the account belongs to the domain of its email. Anybody can make a Google account with any address. */
  isOfDomain: boolean;
  /** What the account calls itself. */
  name: string;
}

export const withLink = 'sign in with a link from the server: npm run waitlist -- sign-in';

/** Why nobody is signed in. */
export const refusals = {
  denied:
    'The sign-in was denied at the identity provider, by you or by its rules. Begin it again to allow it.',
  'wrong client secret': `The identity provider does not accept the console's own password. Ask whoever runs the server to correct OIDC_CLIENT_SECRET, and OIDC_CLIENT_ID if it is of another client. Meanwhile, ${withLink}`,
  'unknown client': `The identity provider does not know the console, or does not let it sign people in. Ask whoever runs the server to correct OIDC_CLIENT_ID, or the client at the provider. Meanwhile, ${withLink}`,
  clock:
    'The time in the identity provider’s answer does not fit this server’s clock. Ask whoever runs the server to compare the clock with the real time (timedatectl), and to correct it.',
  'code not valid':
    'The identity provider says that its answer was used already, or is too old. Begin the sign-in again.',
  'no email':
    'The identity provider sent no email address of your account. Ask whoever runs the server to let the client see it there: the scope "email".',
  'not valid':
    'The identity provider’s answer is not a valid one to this sign-in. Begin it again; if that does not help, the server’s log has the code of what is wrong.',
  'another issuer': `The identity provider gives another address as its own than the one that is set here. Ask whoever runs the server to correct OIDC_ISSUER; the server’s log has the address. Meanwhile, ${withLink}`,
  unavailable: `The identity provider does not answer. Try again in a minute, or ${withLink}`,
} as const;

/**
 * The provider signs nobody in. The message is the code of openid-client or of the provider; it has no personal data.
 */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';
  readonly reason: keyof typeof refusals;

  constructor(reason: SignInRefusedError['reason'], code: string, options?: ErrorOptions) {
    super(code, options);
    this.reason = reason;
  }
}

export const callbackPath = `${providerSignInPath}/callback`;

export type Provider = ReturnType<typeof createProvider>;

/**
 * An OpenID provider: code flow with PKCE, state and nonce. The checks are those of openid-client, which is certified.
 * Each call throws a `SignInRefusedError`, with `unavailable` when the provider does not answer.
 */
export function createProvider(settings: ProviderSettings, fetch?: oidc.CustomFetch) {
  let known: Promise<oidc.Configuration> | undefined;
  const secretMethods = {
    client_secret_basic: oidc.ClientSecretBasic(settings.clientSecret),
    client_secret_post: oidc.ClientSecretPost(settings.clientSecret),
  };
  /** The ways in which the client may show its secret: a provider may name both, and let this client use one of them. */
  const methodsOf = ({ token_endpoint_auth_methods_supported: named = [] }: oidc.ServerMetadata) =>
    named.filter((name): name is keyof typeof secretMethods => Object.hasOwn(secretMethods, name));
  /** Which of these is used. */
  let used = 0;
  // A provider that names none takes Basic (OpenID Connect Discovery 1.0, 3).
  const authenticate: oidc.ClientAuth = (server, ...request) =>
    secretMethods[methodsOf(server)[used] ?? 'client_secret_basic'](server, ...request);

  /** Reads the provider's settings, once. */
  function discover(): Promise<oidc.Configuration> {
    known ??= readConfiguration(settings, authenticate, fetch).catch((cause) => {
      known = undefined;
      if (cause instanceof SignInRefusedError) throw cause;
      const named = issuerNamedIn(cause);
      throw named === null
        ? new SignInRefusedError('unavailable', codeOf(cause), { cause })
        : new SignInRefusedError('another issuer', named, { cause });
    });
    return known;
  }

  return {
    discover,
    async begin(asks: Asks): Promise<{ location: string; attempt: Attempt }> {
      const configuration = await discover();
      const prompt = asks === 'choose' ? choosingPrompt(configuration) : asks;
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const location = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: `${settings.url}${callbackPath}`,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      });
      return { location: location.href, attempt };
    },
    /** @param answer the whole address that the provider sent the browser to */
    async finish(answer: URL, attempt: Attempt): Promise<Identity> {
      const configuration = await discover();
      const before = used;
      try {
        return await exchange(configuration, answer, attempt);
      } catch (error) {
        const isOfSecret = error instanceof SignInRefusedError && error.reason === 'wrong client secret';
        if (!isOfSecret || methodsOf(configuration.serverMetadata()).length < 2) throw error;
        // The provider has not looked at the code yet.
        used = 1 - before;
        return await exchange(configuration, answer, attempt);
      }
    },
  };

  async function exchange(
    configuration: oidc.Configuration,
    answer: URL,
    { state, nonce, verifier }: Attempt,
  ): Promise<Identity> {
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInRefusedError('not valid', 'no ID token');
      // Some providers put the email into the ID token, others only behind their UserInfo address.
      const isWhole = claims['email'] !== undefined && claims['email_verified'] !== undefined;
      const more =
        isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
          ? {}
          : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      // Email and verification are read from one place: verifying one email says nothing about another.
      const said = 'email' in more ? { name: claims['name'], hd: claims['hd'], ...more } : claims;
      return readIdentity(said, claims['email'], settings.issuer);
    } catch (cause) {
      if (cause instanceof SignInRefusedError) throw cause;
      throw new SignInRefusedError(reasonOf(cause), codeOf(cause), { cause });
    }
  }
}

async function readConfiguration(
  { issuer, clientId }: ProviderSettings,
  authenticate: oidc.ClientAuth,
  fetch: oidc.CustomFetch | undefined,
): Promise<oidc.Configuration> {
  const server = new URL(issuer);
  const execute = [
    // By the standard the connection's TLS would be enough; the signature is checked as well.
    oidc.enableNonRepudiationChecks,
    ...(isLoopbackHost(server.hostname) ? [oidc.allowInsecureRequests] : []),
  ];
  const found = await oidc.discovery(server, clientId, undefined, authenticate, {
    timeout: providerTimeoutS,
    execute,
    ...(fetch ? { [oidc.customFetch]: fetch } : {}),
  });
  const named = found.serverMetadata().issuer;
  // Entra's address of all tenants, which stands for each of them.
  if (named.includes('{')) throw new SignInRefusedError('another issuer', named);
  return found;
}

/** The address that a discovery document has in place of the expected one; null: the error is another one. */
function issuerNamedIn(error: unknown): string | null {
  for (let at = error; typeof at === 'object' && at !== null; at = Reflect.get(at, 'cause')) {
    const named = Reflect.get(at, 'attribute') === 'issuer' && Reflect.get(at, 'body');
    if (typeof named === 'object' && named !== null) return String(Reflect.get(named, 'issuer'));
  }
  return null;
}

/** By OpenID Connect Core 1.0, 3.1.2.1; a provider may name the values that it knows. */
function choosingPrompt(configuration: oidc.Configuration): string | undefined {
  const known = configuration.serverMetadata()['prompt_values_supported'];
  const wanted = ['select_account', 'login'];
  return Array.isArray(known) ? wanted.find((prompt) => known.includes(prompt)) : wanted[0];
}

/** @param signed the email of the ID token, where it has one */
function readIdentity(
  { email: said, email_verified: isVerified, name, hd }: Readonly<Record<string, unknown>>,
  signed: unknown,
  issuer: string,
): Identity {
  if (typeof said !== 'string' || !/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(said))
    throw new SignInRefusedError('no email', 'no email');
  const email = toAsciiLowerCase(said);
  if (signed !== undefined && (typeof signed !== 'string' || toAsciiLowerCase(signed) !== email))
    throw new SignInRefusedError('not valid', 'two emails');
  const shown = typeof name === 'string' ? name.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  return {
    email,
    // A few providers send it as text.
    isVerified: isVerified === undefined ? null : isVerified === true || isVerified === 'true',
    // https://developers.google.com/identity/openid-connect/openid-connect#hd-param
    isOfDomain:
      new URL(issuer).origin !== google ||
      (typeof hd === 'string' && toAsciiLowerCase(hd) === email.slice(email.lastIndexOf('@') + 1)),
    name: shown.slice(0, maxNameCharacters) || email,
  };
}

/** By the error codes of OAuth 2.0 (RFC 6749, 4.1.2.1 and 5.2) and those that Slack has instead. */
const reasons: Readonly<Record<string, SignInRefusedError['reason']>> = {
  access_denied: 'denied',
  invalid_client: 'wrong client secret',
  bad_client_secret: 'wrong client secret',
  unauthorized_client: 'unknown client',
  invalid_client_id: 'unknown client',
  deleted_client: 'unknown client',
  invalid_grant: 'code not valid',
  invalid_code: 'code not valid',
  code_already_used: 'code not valid',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'clock',
  server_error: 'unavailable',
  temporarily_unavailable: 'unavailable',
  OAUTH_TIMEOUT: 'unavailable',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'unavailable',
};

const reasonOf = (error: unknown): SignInRefusedError['reason'] => {
  // `fetch` throws one when nothing answers.
  if (error instanceof TypeError) return 'unavailable';
  // Of a client that authenticates with Basic (RFC 6749, 5.2); an access token would be asked for with Bearer.
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return error.cause.some(({ scheme }) => scheme === 'basic') ? 'wrong client secret' : 'not valid';
  return reasons[codeOf(error)] ?? 'not valid';
};

/** The provider's own code, else that of openid-client, else of its cause; without personal data. */
function codeOf(error: unknown): string {
  for (let at = error; typeof at === 'object' && at !== null; at = Reflect.get(at, 'cause')) {
    // Slack answers 200 with its code in the body.
    const said = Reflect.get(at, 'error') ?? Reflect.get(Reflect.get(at, 'body') ?? {}, 'error');
    if (typeof said === 'string' && /^[a-z_]{1,40}$/.test(said)) return said;
  }
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error) return String(error.code);
  return error.cause instanceof Error ? codeOf(error.cause) : error.name;
}
