import { operationsByRequest } from '../core/operations-by-request.js';
import type { KnownMistake } from './mistake.js';

/** More would only cost time. */
const MAX_NAMES = 6;

export const pathMistakes: readonly KnownMistake[] = [
  {
    id: 'prefix-signed',
    title: 'the gateway prefix of the base URL is in the signed text',
    fix: 'send /futures/open/fapi/…, sign /fapi/…',
    option: 'dialect.signPrefix',
    source: '2.7',
    part: 'path',
    ways: ({ prefix, rule }) => (prefix === '' || rule.signPrefix ? [] : [{ signPrefix: true }]),
    difference: {
      title: 'the gateway prefix of the base URL is in the signed text, and the deployment may sign without it',
      applies: ({ prefix, rule }) => prefix !== '' && rule.signPrefix,
    },
  },
  {
    id: 'prefix-not-signed',
    title: 'the gateway prefix of the base URL is not in the signed text, and the deployment signs it',
    fix: 'sign the whole path of the URL',
    option: 'dialect.signPrefix',
    source: '2.7',
    part: 'path',
    ways: ({ prefix, rule }) => (prefix === '' || !rule.signPrefix ? [] : [{ signPrefix: false }]),
    difference: {
      title: 'the gateway prefix of the base URL is not in the signed text, and the deployment may sign it',
      applies: ({ prefix, rule }) => prefix !== '' && !rule.signPrefix,
    },
  },
  {
    id: 'url-signed',
    title: 'the whole URL is signed instead of the path',
    fix: 'sign path and query, without scheme and host',
    part: 'path',
    ways: ({ origin, prefix, path }) =>
      origin === ''
        ? []
        : [origin, origin.replace(/^https?:\/\//, '')].map((host) => ({
            signPrefix: false,
            path: host + prefix + path,
          })),
  },
  {
    id: 'prefix-in-target',
    title: 'the path is signed from /fapi/ on, which is right behind a gateway prefix',
    fix: 'leave the prefix out of the target',
    part: 'path',
    ways: ({ path }) => {
      const start = path.indexOf('/fapi/');
      return /[^/]/.test(path.slice(0, Math.max(start, 0))) ? [{ path: path.slice(start) }] : [];
    },
  },
  {
    id: 'path-part-signed',
    title: 'only the end of the path is signed (/openOrders)',
    fix: 'sign the path exactly as sent',
    part: 'path',
    ways: ({ path }) => {
      const names = path.split('/').slice(2);
      return names
        .slice(0, MAX_NAMES)
        .flatMap((name, i) =>
          (name === 'fapi' ? [] : ['/', '']).map((slash) => ({ path: slash + names.slice(i).join('/') })),
        );
    },
  },
  {
    id: 'path-slash',
    title: 'a slash at the end or start of the path is signed but not sent, or sent but not signed',
    fix: 'sign the path exactly as sent',
    option: 'dialect.conditionOrderSlash',
    source: '9',
    part: 'path',
    ways: ({ path }) => [
      { path: toggleSlash(path) },
      { path: path.replace(/^\//, '') },
      { path: `/${path}` },
      { path: path.replace(/^\/+/, '/') },
    ],
    difference: {
      title: 'the slash at the end of the path of createConditionOrder: deployments were seen with and without',
      applies: ({ path }) => /\/conditionOrder\/?$/.test(path),
    },
  },
  {
    id: 'other-path-signed',
    title: 'the path of another call, of another version, or in lower case is signed',
    fix: 'sign the path exactly as sent',
    part: 'path',
    alone: true,
    ways: () => [],
    moreWays: ({ path }) => [
      ...[...operationsByRequest.values()].map((other) => ({ path: other.path })),
      { path: path.toLowerCase() },
      ...['/v1/', '/v2/'].map((version) => ({ path: path.replace(/\/v\d\//, version) })),
    ],
  },
];

const toggleSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : `${path}/`);
