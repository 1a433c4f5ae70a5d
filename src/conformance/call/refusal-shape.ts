import { isJsonObject } from '../model/json-object.js';

/** One response, as far as its form goes. `json` is undefined where the body is not JSON. */
export interface Sample {
  readonly status: number;
  readonly json: unknown;
}

interface Response {
  readonly kind?: string;
  readonly status: number | undefined;
  readonly json: unknown;
}

export const sampleOf = ({ status = 0, json }: Response): Sample => ({ status, json });

/** The form of refusals on a target that does not write them as the sandbox does (unknown `errors.format`). */
export interface RefusalShape {
  readonly text: string;
  isRefusal(sample: Sample): boolean;
  /** True when only the names of its members tell a refusal from a success: an acknowledgement may have the same. */
  readonly isWeak: boolean;
  /** True when this code says success here, although it is not 0. */
  isSuccessCode(code: string | undefined): boolean;
}

type Scalar = string | number | boolean;
type Members = ReadonlyMap<string, unknown>;

/** Longer texts are messages for people, and may hold what changes from call to call. */
const LONGEST_WORD = 24;

export const isEmptyObject = (json: unknown): boolean => isJsonObject(json) && Object.keys(json).length === 0;

const formOf = ({ json }: Sample): string =>
  json === undefined ? 'not JSON' : json === null ? 'null' : Array.isArray(json) ? 'a list' : typeof json;

/** Before the names of the members that the first record of a list has. */
const OF_RECORD = '[]';

/** The members of an object, and those of its objects: `meta`, `meta.ok`; of a list those of its first record: `[]error`. */
function membersOf({ json }: Sample): Members {
  const found = new Map<string, unknown>();
  const [record] = Array.isArray(json) ? (json as readonly unknown[]) : [];
  for (const [name, value] of isJsonObject(record) ? Object.entries(record) : []) found.set(OF_RECORD + name, value);
  for (const [name, value] of isJsonObject(json) ? Object.entries(json) : []) {
    found.set(name, value);
    for (const [inner, item] of isJsonObject(value) ? Object.entries(value) : []) found.set(`${name}.${inner}`, item);
  }
  return found;
}

/** A value that names an outcome: a flag, a code, a word. */
const isWord = (value: unknown): value is Scalar =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && Math.abs(value) < 1e6) ||
  (typeof value === 'string' && value.length <= LONGEST_WORD && !/\d{8}/.test(value));

/** True when two responses have the same form, and the same values where these are single words. */
export function areAlike(one: Sample, other: Sample): boolean {
  if (one.status !== other.status || formOf(one) !== formOf(other)) return false;
  const [left, right] = [membersOf(one), membersOf(other)];
  if (Array.isArray(one.json)) return areListsAlike(one.json, other.json as readonly unknown[], left, right);
  if ([...left.keys()].sort().join() !== [...right.keys()].sort().join()) return false;
  return [...left].every(([name, value]) => !isWord(value) || !isWord(right.get(name)) || value === right.get(name));
}

/** Records of one kind may have members that others lack: half of those of the shorter one have to be in both. */
function areListsAlike(one: readonly unknown[], other: readonly unknown[], left: Members, right: Members): boolean {
  const [first, second] = [one[0], other[0]];
  if (one.length === 0 || other.length === 0 || !isJsonObject(first) || !isJsonObject(second))
    return one.length === 0 ? other.length === 0 : typeof first === typeof second && first === second;
  const shared = [...left.keys()].filter((name) => right.has(name)).length;
  return shared * 2 >= Math.min(left.size, right.size) && shared * 4 >= Math.max(left.size, right.size);
}

/** Responses like one that is known to be a refusal. */
export const shapeOf = (refusal: Sample): RefusalShape => ({
  text: 'its own form',
  isWeak: true,
  isRefusal: (sample) => areAlike(sample, refusal),
  isSuccessCode: () => false,
});

/** Names of members by which a response says that something went wrong. */
const WRONG = /^(errors?|err(msg|code|or.*)?|fault|fail(ed|ure)?|exception|problem|reject(ed|reason)?)$/i;

/** True when a response itself names an error, at its top, in an object there, or in its first record. */
export const saysError = (sample: Sample): boolean =>
  [...membersOf(sample)].some(([name, value]) => {
    const [own = ''] = name.replace(OF_RECORD, '').split('.').slice(-1);
    const isNothing = value === null || value === false || value === 0 || value === '' || value === '0';
    return WRONG.test(own) && !isNothing && !(Array.isArray(value) && value.length === 0);
  });

/** True when there is a list anywhere in it: refusals have none where successes have one. */
export const holdsList = (sample: Sample): boolean =>
  Array.isArray(sample.json) || [...membersOf(sample).values()].some((value) => Array.isArray(value));

/** The code of success, as a number or text; an empty message is none. */
const isZero = (value: unknown): boolean => /^0+$/.test(String(value));

/** Members that all of these have, and the success has not. */
function namesOnlyIn(refusals: readonly Sample[], success: Members): readonly string[] {
  const isThere = (members: Members, name: string): boolean => (members.get(name) ?? null) !== null;
  return [...membersOf(refusals[0]!).keys()].filter(
    (name) =>
      !name.includes('.') && !isThere(success, name) && refusals.every((sample) => isThere(membersOf(sample), name)),
  );
}

/**
 * The pairs of responses to wrong calls that may teach what a refusal is here. A pair that is read as a refusal anyway teaches
 * nothing, unless the success is read as one as well.
 */
export const tellingPairs = (
  taken: Response,
  pairs: readonly (readonly [Response, Response])[],
): readonly (readonly [Sample, Sample])[] =>
  pairs
    .filter((pair) => taken.kind !== 'accepted' || pair.some(({ kind }) => kind !== 'refused'))
    .map(([one, other]) => [sampleOf(one), sampleOf(other)] as const)
    .filter(([one]) => !areAlike(one, sampleOf(taken)));

/**
 * Finds the marks that all these refusals share and the success lacks; undefined when there are none. Each refusal comes twice, so
 * that a value that changes from call to call is not taken for a mark.
 */
export function learnRefusals(
  refusals: readonly (readonly [Sample, Sample])[],
  success: Sample,
): RefusalShape | undefined {
  const all = refusals.flat();
  const successForm = formOf(success);
  const forms = new Set(all.map(formOf).filter((form) => form !== successForm && form !== 'object'));
  const successMembers = membersOf(success);
  const statuses = new Set(all.map(({ status }) => status).filter((status) => status !== success.status));
  const words = new Map<string, Scalar>();
  for (const [name, value] of successMembers) {
    // A word of a record is of that record, and does not describe the call.
    if (!isWord(value) || name.startsWith(OF_RECORD)) continue;
    const marks = refusals.every(([first, second]) => {
      const [a, b] = [membersOf(first).get(name), membersOf(second).get(name)];
      return isWord(a) && a === b && a !== value;
    });
    if (marks) words.set(name, value);
  }
  const isMarked = all.every((sample) => statuses.has(sample.status) || forms.has(formOf(sample)));
  // The weakest mark: an acknowledgement may be an object like that, so it counts only where there is no other.
  const names = isMarked || words.size > 0 ? [] : namesOnlyIn(all, successMembers);
  const codes = names.filter((name) => !all.some((sample) => isZero(membersOf(sample).get(name))));
  if (forms.size + words.size + names.length + statuses.size === 0) return undefined;
  const told = [
    ...[...statuses].map((status) => `HTTP status ${status}`),
    ...[...forms].map((form) => `a body that is ${form}`),
    ...(words.size > 0
      ? [[...words].map(([name, value]) => `${name} other than ${JSON.stringify(value)}`).join(' and ')]
      : []),
    ...(names.length > 0 ? [`an object with ${names.join(', ')}`] : []),
  ];
  return {
    text: told.join(', or '),
    isWeak: names.length > 0,
    isRefusal(sample) {
      if (statuses.has(sample.status) || forms.has(formOf(sample))) return true;
      const members = membersOf(sample);
      // A success may have another message, and has no other code.
      const there = [...words].filter(([name]) => isWord(members.get(name)));
      if (there.length > 0 && there.every(([name, value]) => members.get(name) !== value)) return true;
      const isNamed = names.length > 0 && names.every((name) => (members.get(name) ?? null) !== null);
      // A code that is 0, in a member that refusals always have another one in.
      return isNamed && !codes.some((name) => isZero(members.get(name)));
    },
    isSuccessCode: (code) => words.has('code') && String(words.get('code')) === code,
  };
}
