import { outerForm, typesOf, writtenRecords } from '../../checks/observed/forms.js';
import { declaredOperations } from '../../model/operations.js';
import { headerIn } from '../recorded-headers.js';
import type { Findings } from '../findings.js';
import { isAccepted } from '../outcomes.js';
import type { Recording } from '../recording-model.js';

/** Notes the answers to open questions that a response shows by itself. Never judged. */
export function noteObserved(recording: Recording, findings: Findings): void {
  for (const operation of declaredOperations) {
    const { operationId } = operation;
    const call = recording.of(operationId).find((one) => isAccepted(recording, one));
    if (call === undefined) continue;
    const { reading } = call;
    const type = headerIn(reading.sent.response?.headers ?? [], 'content-type');
    findings.seen(
      `shape/${operationId}/content-type`,
      type?.split(';')[0]!.trim().toLowerCase().slice(0, 80) ?? 'none',
      [call],
    );
    if (operation.security === 'public') continue;
    const { code } = { code: undefined, ...(reading.json as object | null) };
    findings.seen(
      `shape/${operationId}/observed-form`,
      { form: outerForm(reading), ...(code !== undefined && { success: JSON.stringify(code).slice(0, 20) }) },
      [call],
    );
    findings.seen(
      `shape/${operationId}/fields`,
      { form: outerForm(reading), fields: typesOf(writtenRecords(reading, operation)[0]) },
      [call],
    );
  }
}
