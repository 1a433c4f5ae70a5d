import { readFileSync } from 'node:fs';
import type { OperationId } from '../../../generated/operations.js';
import { EVIDENCE } from '../../section.js';

const text = /<!-- fault-matrix:.*<!-- \/fault-matrix -->/s.exec(readFileSync(EVIDENCE, 'utf8'))![0];

/** The part of the fault matrix that names an operation: its table, as it stands in the guide. */
export function faultTableOf(operationId: OperationId): string | undefined {
  const sections = text.split(/^### /m).slice(1);
  const section = sections.find((one) => one.split('\n| ')[0]?.includes(`\`${operationId}\``));
  return section === undefined ? undefined : /^\|.*\|$/gms.exec(section)?.[0];
}
