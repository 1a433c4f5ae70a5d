import { inspect } from 'node:util';
import { cannotTell, type Finding } from '../finding.js';
import { type Behaviour, cut, hang, refused, type Sent, unavailable } from '../server.js';
import { attempt, type Ended, KEYS, nameOf, onServer, type Probe, told } from './probe.js';

interface Failed {
  readonly ended: Ended;
  readonly sent: readonly Sent[];
}

/** What a create does and says when no good answer comes, and whether what it repeats is signed anew. */
export const probeFailures: Probe = async (peer, load) => {
  const failed = (behave: Behaviour, call: 'create' | 'cancel'): Promise<Failed> =>
    onServer([peer, load], behave, async (opened, server) => {
      const ended = await attempt(async () => opened[call]?.());
      return { ended, sent: [...server.sent] };
    });
  const creates = {
    hang: await failed(hang, 'create'),
    unavailable: await failed(unavailable, 'create'),
    cut: await failed(cut, 'create'),
  };
  // A call that only ends because nothing was sent would look like one that is sent with care.
  if (creates.unavailable.sent.length === 0) throw creates.unavailable.ended.error;
  const errors = Object.values(creates).flatMap(({ ended }) => (ended.how === 'error' ? [ended.error] : []));
  const cancel = peer.signature === undefined ? [] : (await failed(unavailable, 'cancel')).sent;
  return {
    hang: sends(creates.hang),
    unavailable: sends(creates.unavailable),
    cut: sends(creates.cut),
    saysUnknown: saysUnknown(errors, (await failed(refused, 'create')).ended.error),
    errorShows: errorShows(errors),
    staleSignature: staleSignature(peer.signature, {
      'create, hang': creates.hang.sent,
      'create, 503': creates.unavailable.sent,
      'create, cut': creates.cut.sent,
      'cancel, 503': cancel,
    }),
  };
};

function sends({ ended, sent }: Failed): Finding {
  return { answer: ended.how === 'waiting' ? `${sent.length}, waits on` : sent.length, note: told(ended) };
}

/** Words of doubt count only where a plain refusal has none. */
function saysUnknown(errors: readonly unknown[], refusal: unknown): Finding {
  if (errors.length === 0) return cannotTell('no call failed');
  if (wordsOfDoubt(refusal) !== undefined) return { answer: false, note: 'says the same of a refusal' };
  const saying = errors.map(wordsOfDoubt);
  const note = errors.map((error, at) => [nameOf(error), saying[at]].filter(Boolean).join(': ')).join('; ');
  const count = saying.filter((words) => words !== undefined).length;
  return { answer: count === 0 || count === errors.length ? count > 0 : `${count} of ${errors.length}`, note };
}

/** A member of the error that names an outcome in doubt, or a message in such words. */
function wordsOfDoubt(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  for (const [name, value] of Object.entries(error)) {
    const doubt = typeof value === 'string' && /^(?:unknown|maybe|uncertain|indeterminate|in.?doubt)$/i.test(value);
    if (doubt && /outcome|state|status|result|execut/i.test(name)) return `${name} ${value}`;
  }
  const message = 'message' in error ? String(error.message) : '';
  return /(?:may|might|could) (?:already )?(?:have|exist|be)|outcome|(?:state|status) is unknown|uncertain/i.exec(
    message,
  )?.[0];
}

/** What a log line of the error shows. */
function errorShows(errors: readonly unknown[]): Finding {
  if (errors.length === 0) return cannotTell('no call failed');
  const shown = errors.map((error) => inspect(error, { depth: 10 })).join('\n');
  const found = (['key', 'secret'] as const).filter((name) => shown.includes(KEYS[name]));
  return { answer: found.length > 0, ...(found.length > 0 && { note: found.join(' and ') }) };
}

function staleSignature(
  signature: ((sent: Sent) => string | undefined) | undefined,
  calls: Readonly<Record<string, readonly Sent[]>>,
): Finding {
  if (signature === undefined) return cannotTell('does not sign');
  const repeated = Object.entries(calls).filter(([, sent]) => sent.length > 1);
  if (repeated.length === 0) return cannotTell('sends nothing twice');
  let stale = false;
  const notes = repeated.map(([name, sent]) => {
    const signatures = new Set(sent.map(signature));
    if (signatures.has(undefined)) throw new Error(`no signature found in what was sent (${name})`);
    stale ||= signatures.size < sent.length;
    return `${name}: ${sent.length} sends, ${signatures.size} signature${signatures.size === 1 ? '' : 's'}`;
  });
  return { answer: stale, note: notes.join('; ') };
}
