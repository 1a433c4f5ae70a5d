import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it, test } from 'vitest';
import { conformanceChecks as checks } from '../../src/conformance/index.js';
import { measuredBy, readRegister, withAddresses } from './register.js';

const path = fileURLToPath(new URL('../../openapi/unknowns.yaml', import.meta.url));
const text = readFileSync(path, 'utf8');
const register = readRegister(text);

test('openapi/unknowns.yaml lists every check that measures a question (npm run conformance-docs rewrites it)', async () => {
  await expect(withAddresses(text, checks)).toMatchFileSnapshot(path);
});

it.each(register.map((entry) => [entry.id, entry] as const))(
  '%s says what measures it, or why nothing can',
  (id, { check }) => {
    if (typeof check === 'string') {
      expect(measuredBy(checks).get(id)).toBeUndefined();
      expect(check).toMatch(/^[A-Z].*\.$/s);
    } else {
      expect(check).toEqual(measuredBy(checks).get(id));
    }
  },
);
