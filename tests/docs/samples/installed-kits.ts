import { type Kit, kits } from '../../../scripts/docs/samples/kits.js';
import { isInstalled } from '../../support/installed.js';

/** The kits whose tools are on this machine. */
export const installedKits: readonly Kit[] = kits.filter(({ tools }) => tools.every(isInstalled));
