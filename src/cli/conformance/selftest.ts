import type { Start } from '../../conformance/index.js';
import type { Prepared } from '../../faulty-servers/index.js';
import type { Selftest } from './conformance-kit.js';

/** Starts the sandbox, its mutants, twins and impostors, which the kit may not import, and hands them to it. */
export async function loadSelftest(): Promise<Selftest> {
  const { runSelftest } = await import('../../conformance/index.js');
  const { CONTROLS, createPrepared, MUTATIONS, startControl, TWINS } = await import('../../faulty-servers/index.js');

  const serving =
    (make: () => Prepared): Start =>
    async () => {
      const { sandbox, positionId } = make();
      const { url, close } = await sandbox.listen();
      return { baseUrl: url, credentials: sandbox.credentials, existing: { positionId }, close };
    };
  const impostor =
    (name: (typeof CONTROLS)[number]): Start =>
    async () => {
      const { url, close } = await startControl(name);
      return { baseUrl: url, credentials: { apiKey: 'Selftest-Key', apiSecret: 'Selftest-Secret' }, close };
    };

  return (options) =>
    runSelftest({
      reference: serving(() => createPrepared()),
      mutants: MUTATIONS.map(({ id, title, killedBy }) => ({
        id,
        title,
        killedBy,
        start: serving(() => createPrepared({ mutation: id })),
      })),
      twins: TWINS.map(({ id, title, options: given, patch }) => ({
        id,
        title,
        start: serving(() => createPrepared(given, patch)),
      })),
      controls: CONTROLS.map((name) => ({ id: name, title: name.replaceAll('-', ' '), start: impostor(name) })),
      onlyNamed: true,
      ...options,
    });
}
