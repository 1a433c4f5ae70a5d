import { spawnSync } from 'node:child_process';
import { type Kit, kits } from '../../../scripts/docs/samples/kits.js';

/** The kits whose tools are on this machine. */
export const installedKits: readonly Kit[] = kits.filter(({ tools }) =>
  tools.every((command) => spawnSync(command, { shell: true }).status === 0),
);
