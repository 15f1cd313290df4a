import * as oidc from 'openid-client';
import { isLoopbackHost } from '#server/setting-parsers.ts';
import type { ProviderSettings } from './console-settings.ts';

/** Of each request to the provider. */
const providerTimeoutS = 5;
const tries = 2;
/** Its settings are read again after so long; its keys whenever one is new. */
const keepSettingsMs = 60 * 60 * 1_000;
const maxNameCharacters = 200;

/** What ties the answer to the browser that asked; it stays in that browser's cookie. */
export interface Attempt {
  state: string;
  nonce: string;
  verifier: string;
}

/** Of the account at the provider, as its signed token says. */
export interface Identity {
  /** In lower case. */
  email: string;
  isVerified: boolean;
  name: string;
}

/** It cannot be reached, or does not answer as a provider does. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/** Its answer is not one to this attempt: another state, nonce, issuer, audience or key, or a code that is used. */
export class SignInRefusedError extends Error {
  override readonly name = 'SignInRefusedError';
}

export interface Provider {
  /** Reads the provider's settings, once an hour. @throws {ProviderUnavailableError} */
  discover(): Promise<oidc.Configuration>;
  /** @throws {ProviderUnavailableError} */
  begin(): Promise<{ location: string; attempt: Attempt }>;
  /**
   * @param answer the whole address that the provider sent the browser to
   * @throws {SignInRefusedError}
   * @throws {ProviderUnavailableError}
   */
  finish(answer: URL, attempt: Attempt): Promise<Identity>;
}

/** An OpenID provider: code flow with PKCE, state and nonce. The checks are those of openid-client, which is certified. */
export function createProvider(settings: ProviderSettings, redirectUri: string): Provider {
  let known: { configuration: oidc.Configuration; untilMs: number } | undefined;

  async function discover(): Promise<oidc.Configuration> {
    if (known !== undefined && performance.now() < known.untilMs) return known.configuration;
    for (let triesLeft = tries - 1; ; triesLeft -= 1) {
      try {
        const configuration = await readConfiguration(settings);
        known = { configuration, untilMs: performance.now() + keepSettingsMs };
        return configuration;
      } catch (cause) {
        // Settings that were read an hour ago are most probably still right.
        if (known !== undefined) return known.configuration;
        if (triesLeft === 0) throw new ProviderUnavailableError(describeFailure(cause), { cause });
      }
    }
  }

  return {
    discover,
    async begin() {
      const configuration = await discover();
      const attempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
      };
      const location = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return { location: location.href, attempt };
    },
    async finish(answer, { state, nonce, verifier }) {
      const configuration = await discover();
      try {
        const tokens = await oidc.authorizationCodeGrant(configuration, answer, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new SignInRefusedError('The provider sent no ID token.');
        // Some providers put the email into the ID token, others only behind their UserInfo address.
        const isWhole = claims['email'] !== undefined && claims['email_verified'] !== undefined;
        const more =
          isWhole || configuration.serverMetadata().userinfo_endpoint === undefined
            ? {}
            : await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
        // Email and its verification from one place: what is said about one email holds for no other.
        return readIdentity(isWhole ? claims : { name: claims['name'], ...more }, claims['email']);
      } catch (cause) {
        if (cause instanceof SignInRefusedError) throw cause;
        if (isUnreachable(cause)) throw new ProviderUnavailableError(describeFailure(cause), { cause });
        throw new SignInRefusedError(describeFailure(cause), { cause });
      }
    },
  };
}

async function readConfiguration({ issuer, clientId, clientSecret }: ProviderSettings) {
  const server = new URL(issuer);
  const configuration = await oidc.discovery(server, clientId, undefined, authenticate(clientSecret), {
    timeout: providerTimeoutS,
    execute: isLoopbackHost(server.hostname) ? [oidc.allowInsecureRequests] : [],
  });
  // The connection's TLS would do by the standard; the signature is checked beside it.
  oidc.enableNonRepudiationChecks(configuration);
  return configuration;
}

const secretMethods = {
  client_secret_basic: oidc.ClientSecretBasic,
  client_secret_post: oidc.ClientSecretPost,
};

/** In the way that the provider names first; a provider that names none takes Basic (OpenID Connect Discovery 1.0, 3). */
function authenticate(secret: string): oidc.ClientAuth {
  return (server, ...rest) => {
    const named = server.token_endpoint_auth_methods_supported?.find(
      (method): method is keyof typeof secretMethods => Object.hasOwn(secretMethods, method),
    );
    secretMethods[named ?? 'client_secret_basic'](secret)(server, ...rest);
  };
}

/** @param signed the email of the ID token, where it has one */
function readIdentity(claims: Readonly<Record<string, unknown>>, signed: unknown): Identity {
  const { email, email_verified: isVerified, name } = claims;
  if (signed !== undefined && signed !== email)
    throw new SignInRefusedError('The provider names two emails.');
  if (typeof email !== 'string' || !/^[^@\s\p{C}]+@[^@\s\p{C}]+$/u.test(email))
    throw new SignInRefusedError('The provider sent no email.');
  const shown = typeof name === 'string' ? name.replace(/[\p{C}\s]+/gu, ' ').trim() : '';
  return {
    email: email.toLowerCase(),
    // A few providers send it as text.
    isVerified: isVerified === true || isVerified === 'true',
    name: shown.slice(0, maxNameCharacters) || email.toLowerCase(),
  };
}

function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === 'OAUTH_TIMEOUT' || error instanceof TypeError || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM';
}

/** The message of openid-client names a code or a key of the answer, nothing of a person. */
const describeFailure = (error: unknown): string =>
  error instanceof Error ? `${error.name}${'code' in error ? ` ${String(error.code)}` : ''}` : 'unknown';
