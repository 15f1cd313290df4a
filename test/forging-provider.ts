import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ForgingProvider {
  issuer: string;
  /** Merged into the claims of the next tokens; undefined removes one. */
  claims: Record<string, unknown>;
  /** Answered at the UserInfo address. */
  userInfo: Record<string, unknown>;
  /** Signs with a key that is not among the published ones. */
  usesOtherKey: boolean;
  /** Of the header; `none` leaves the signature out. */
  algorithm: 'RS256' | 'none';
  isDown: boolean;
  /** As its discovery document says; undefined: it does not say. */
  secretMethods: string[] | undefined;
  /** How the client is set up there; null: any way. */
  takesSecret: 'client_secret_basic' | 'client_secret_post' | null;
  /** What it calls itself in its discovery document; undefined: `issuer`. */
  namedIssuer: string | undefined;
  /** Values of `prompt` that it says it knows. */
  prompts: string[] | undefined;
  /** Answered at the token address in place of tokens. */
  tokenRefusal: { status: number; headers?: Record<string, string>; body: object } | null;
  /** Codes that are never answered. */
  stalled: string[];
  /** On this machine; `issuer` may be another one. */
  address: string;
  /** Requests to the token address. */
  exchanges: URLSearchParams[];
  stop(): void;
}

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
/** They take 0.1 s each to make, and no test changes them. */
const [own, other] = [newKey(), newKey()];

/** An identity provider that answers whatever a test wants, for one test: a certified one does not forge. */
export async function startForgingProvider(clientId: string): Promise<ForgingProvider> {
  const provider: ForgingProvider = {
    issuer: '',
    claims: {},
    userInfo: {},
    usesOtherKey: false,
    algorithm: 'RS256',
    isDown: false,
    secretMethods: undefined,
    takesSecret: null,
    namedIssuer: undefined,
    prompts: undefined,
    tokenRefusal: null,
    stalled: [],
    address: '',
    exchanges: [],
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };

  function idToken(): string {
    const nowS = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: provider.issuer,
      aud: clientId,
      sub: 'account-1',
      iat: nowS,
      exp: nowS + 300,
      email: 'Grace@Example.com',
      email_verified: true,
      name: 'Grace Hopper',
      ...provider.claims,
    };
    const head = { alg: provider.algorithm, typ: 'JWT', kid: 'one' };
    const signed = [head, claims].map((part) => base64url(JSON.stringify(part))).join('.');
    const key = provider.usesOtherKey ? other : own;
    if (provider.algorithm === 'none') return `${signed}.`;
    return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
  }

  const server = createServer(async (request, response) => {
    const answer = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (provider.isDown) return request.socket.destroy();
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return answer({
          issuer: provider.namedIssuer ?? provider.issuer,
          token_endpoint_auth_methods_supported: provider.secretMethods,
          prompt_values_supported: provider.prompts,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/keys`,
          userinfo_endpoint: `${provider.issuer}/userinfo`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/keys':
        return answer({
          keys: [{ ...createPublicKey(own).export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }],
        });
      case '/token': {
        let body = '';
        for await (const chunk of request) body += chunk;
        const exchange = new URLSearchParams(body);
        provider.exchanges.push(exchange);
        if (provider.stalled.includes(exchange.get('code') ?? '')) return;
        const used = exchange.has('client_secret') ? 'client_secret_post' : 'client_secret_basic';
        const refusal =
          provider.takesSecret === null || provider.takesSecret === used
            ? provider.tokenRefusal
            : { status: 401, headers: {}, body: { error: 'invalid_client' } };
        if (refusal !== null)
          return response
            .writeHead(refusal.status, { 'content-type': 'application/json', ...refusal.headers })
            .end(JSON.stringify(refusal.body));
        return answer({ access_token: 'access', token_type: 'Bearer', id_token: idToken() });
      }
      case '/userinfo':
        return answer({ sub: 'account-1', ...provider.userInfo });
      default:
        return response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(provider.stop);
  provider.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  provider.issuer = provider.address;
  return provider;
}

const base64url = (text: string): string => Buffer.from(text).toString('base64url');
