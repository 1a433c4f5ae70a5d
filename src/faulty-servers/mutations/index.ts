import { ArgumentError } from '../../core/errors.js';
import type { Patch } from '../../sandbox/stages.js';
import { ANSWERS } from './answers.js';
import { CANCELLING } from './cancelling.js';
import { CREATING } from './creating.js';
import { DECLARED_INPUT } from './declared-input.js';
import { FORGED_SIGNATURES } from './forged-signatures.js';
import { FORMS_OF_CALLS } from './forms-of-calls.js';
import { HEADERS } from './headers.js';
import { INPUT } from './input.js';
import { INTERMITTENT } from './intermittent.js';
import type { Mutation } from './mutation.js';
import { PAGES } from './pages.js';
import { PUBLIC_OPERATIONS } from './public-operations.js';
import { REFUSING } from './refusing.js';
import { SECRETS } from './secrets.js';
import { SETTINGS } from './settings.js';
import { SIDE_EFFECTS } from './side-effects.js';
import { UNCHECKED_SIGNATURES } from './unchecked-signatures.js';

/** Every way in which a sandbox can be wrong on purpose. */
export const MUTATIONS: readonly Mutation[] = [
  ...HEADERS,
  ...FORGED_SIGNATURES,
  ...UNCHECKED_SIGNATURES,
  ...SECRETS,
  ...PUBLIC_OPERATIONS,
  ...CANCELLING,
  ...CREATING,
  ...REFUSING,
  ...SIDE_EFFECTS,
  ...PAGES,
  ...SETTINGS,
  ...ANSWERS,
  ...INTERMITTENT,
  ...INPUT,
  ...DECLARED_INPUT,
  ...FORMS_OF_CALLS,
];

/** @throws {ArgumentError} Naming the mutations that there are. */
export function patchOf(id: string): Patch {
  const mutation = MUTATIONS.find((candidate) => candidate.id === id);
  if (mutation !== undefined) return mutation.patch;
  const known = MUTATIONS.map((candidate) => candidate.id).join(', ');
  throw new ArgumentError(`faulty server: mutation ${id} is unknown (mutations: ${known}).`, { field: 'mutation' });
}
