import { expect, test } from 'vitest';
import { errorCodes } from '../../generated/error-codes.js';
import { futures } from './futures.js';

test('lists every code with its outcome and meaning, and says where that is from', async () => {
  const { code, stdout } = await futures(['codes']);
  expect(code).toBe(0);
  for (const [name, { outcome, meaning }] of Object.entries(errorCodes))
    expect(stdout).toMatch(new RegExp(`^${name} +${outcome} +${meaning.replaceAll(/[^\\w ]/g, '.')}$`, 'm'));
  expect(stdout).toContain('Observed in public sources: the service document lists no codes.');
});

test.each([
  [
    '-1121',
    [
      'bad symbol or contract',
      'rejected: the service rejected the call; that nothing was done is our reading',
      'Fix what the code names',
    ],
  ],
  ['1022', ['bad signature', 'sign --explain --signature']],
  ['-1006', ['unknown: the service may have acted', 'Look before you repeat an order']],
])('explains %s', async (name, texts) => {
  const { code, stdout } = await futures(['codes', name]);
  expect(code).toBe(0);
  for (const text of texts) expect(stdout).toContain(text);
});

test('--json prints one line', async () => {
  const { stdout } = await futures(['codes', '-1121', '--json']);
  expect(JSON.parse(stdout)).toEqual({ code: '-1121', ...errorCodes['-1121'] });
});

test('says that a code is not known, and invents nothing', async () => {
  const { code, stdout, stderr } = await futures(['codes', '-99999']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('its meaning is not known');
});
