import { PassThrough } from 'node:stream';
import { conformanceCommand } from '../../src/cli/conformance/conformance.js';
import type { CommandSurroundings } from '../../src/cli/conformance/surroundings.js';

interface Given extends Partial<Pick<CommandSurroundings, 'env' | 'kit' | 'selftest'>> {
  readonly tty?: boolean;
  readonly typed?: string | undefined;
  /** Sees what is written to standard error, and how Ctrl-C is pressed. */
  readonly onStderr?: (text: string, interrupt: () => void) => void;
}

const notUnderTest = (): Promise<never> => Promise.reject(new Error('not under test'));

/** Runs one command line of `futures conformance` in this process, in surroundings of its own. */
export async function runCommand(args: readonly string[], given: (interrupt: () => void) => Given) {
  const shown = { stdout: '', stderr: '' };
  let code: number | undefined;
  let stop = (): void => undefined;
  const interrupt = (): void => stop();
  const { env = {}, kit = notUnderTest, selftest = notUnderTest, tty = false, typed, onStderr } = given(interrupt);
  const stream = (name: keyof typeof shown): PassThrough =>
    Object.assign(new PassThrough(), { isTTY: tty }).on('data', (chunk) => {
      shown[name] += chunk;
      if (name === 'stderr') onStderr?.(String(chunk), interrupt);
    });
  const input = Object.assign(new PassThrough(), { isTTY: tty });
  if (typed !== undefined) input.write(typed);
  const command = conformanceCommand({
    ...{ kit, selftest, env, stdout: stream('stdout'), terminal: { input, output: stream('stderr') } },
    onInterrupt(onStop) {
      stop = onStop;
      return () => undefined;
    },
    exit: (exitCode) => void (code = exitCode),
  }).exitOverride();
  for (const each of [command, ...command.commands]) each.exitOverride().configureOutput({ writeErr: () => undefined });
  const error: unknown = await command.parseAsync([...args], { from: 'user' }).then(
    () => undefined,
    (thrown) => thrown,
  );
  return { code, error: error as Error | undefined, ...shown };
}
