import { catalogue } from '../checks/index.js';
import { infoOf } from './result.js';
import type { CheckInfo } from '../model/report-model.js';

/** The checks as plain data, in the order in which they run (in mode read, the declared ones run first). */
export const conformanceChecks: readonly CheckInfo[] = catalogue.map(infoOf);

let digest: string | undefined;

export const digestOfSuite = (): string =>
  (digest ??= process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify(conformanceChecks))
    .digest('hex'));
