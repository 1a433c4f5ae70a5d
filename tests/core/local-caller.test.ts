import { expect, it } from 'vitest';
import { judgeLocalCaller } from '../../src/core/local-caller.js';

const ELSEWHERE = ['attacker.example', 'attacker.example:80', 'localhost.attacker.example', '192.168.0.1', '0.0.0.0'];

it.each([...ELSEWHERE, 'a b', '@', '', undefined])('the host %s is no loopback name (DNS rebinding)', (host) => {
  expect(judgeLocalCaller({ host })).toBe('host-not-loopback');
});

it.each(['localhost', '127.0.0.1:1', '[::1]:8080', 'LOCALHOST:1'])('the host %s is loopback', (host) => {
  expect(judgeLocalCaller({ host })).toBeUndefined();
});

it.each([
  { origin: 'https://attacker.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3000' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-origin' },
])('a web page may not call, also where any host may: %j', (headers) => {
  expect(judgeLocalCaller({ host: 'localhost', ...headers })).toBe('origin-not-allowed');
  expect(judgeLocalCaller({ host: 'sandbox.test', ...headers }, { anyHost: true })).toBe('origin-not-allowed');
});
