import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Command line, tour and site are tested as they are shipped: built when the build is older than the sources. */
export default function build(): void {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts', '--when-stale'], {
    cwd: root,
    stdio: 'inherit',
  });
}
