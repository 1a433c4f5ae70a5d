import { resolve } from 'node:path';
import { operations } from '../../../generated/operations.js';

/** The folder of the good programs, and of the parts that those of the league share with them. */
export const PROGRAMS = resolve(import.meta.dirname, 'programs');

/** The environment of these programs: the path of each intent, the command line of this package, a folder to work in. */
export function programEnvironment(folder: string, python = ''): NodeJS.ProcessEnv {
  const paths = Object.values(operations).map(({ operationId, path }) => [operationId, path]);
  return {
    ...{ PATH: process.env['PATH'], HOME: process.env['HOME'], TMPDIR: folder },
    PATHS: JSON.stringify({ ...Object.fromEntries(paths), cancelContractOrders: operations.cancelOrder.path }),
    ...{ PYTHONPATH: `${PROGRAMS}:${python}`, PYTHONDONTWRITEBYTECODE: '1' },
    FUTURES: `${process.execPath} ${resolve(PROGRAMS, '../../../../dist/src/cli/main.js')}`,
  };
}
