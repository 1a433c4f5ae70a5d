import type { UnknownId } from '../../../../generated/description.js';
import { flipLastBit } from '../../../core/signature-encoding.js';
import type { JsonRecord } from '../../../core/json/decode.js';
import type { Reading } from '../../call/answer.js';
import { type CheckRow, cannotTell, type Context } from '../../findings/check.js';
import { BIT_FLIPPED, refused, wrongs } from '../wrong-calls.js';
import { answerTo, headersOf, outcomeOf, outerForm, typesOf } from './forms.js';
import { observe } from './observation.js';

const aRefusal = async (context: Context): Promise<Reading> => {
  const reading = await refused(context, BIT_FLIPPED);
  return reading.kind === 'refused' ? reading : cannotTell('a signature with one bit flipped was not refused');
};

/** In which writing a message is; its words could hold what should stay private. */
function writing({ json }: Reading): string {
  const { msg } = (json ?? {}) as JsonRecord;
  if (typeof msg !== 'string') return 'no msg';
  const scripts = ['Latin', 'Han', 'Cyrillic', 'Hangul', 'Arabic', 'Hiragana', 'Katakana'];
  return scripts.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(msg)).join(', ') || 'no letters';
}

/** The same refusal, asked for in English by a header that hosts were seen to know. */
const inEnglish = (context: Context): Promise<Reading> =>
  context.shared('refusal in English', (inner) =>
    inner.call('getOpenOrders', {}, { signature: flipLastBit, moreHeaders: [['admin-language', 'en_US']] }),
  );

const about = (question: UnknownId, calls = 0) => observe(question, 'getOpenOrders', calls);

export const refusalObservations: readonly CheckRow[] = [
  about('errors.format')`shape/refusal/format: what a refusal looks like`(async (context) => {
    const reading = await aRefusal(context);
    const fields = typesOf(reading.json);
    return {
      status: reading.status,
      contentType: headersOf(reading)['content-type']?.slice(0, 60) ?? null,
      form: outerForm(reading),
      fields,
    };
  }),
  about('errors.codes')`shape/refusal/codes: by which code each wrong signature is refused`(async (context) => {
    const found: Record<string, string> = {};
    for (const { name } of wrongs) found[name] = outcomeOf(await refused(context, name));
    return found;
  }),
  about('errors.language', 1)`shape/refusal/language: in which writing the message of a refusal is`(
    async (context) => ({
      asIs: writing(await aRefusal(context)),
      inEnglish: writing(await inEnglish(context)),
    }),
  ),
  about(
    'request.extra-headers',
    1,
  )`shape/refusal/extra-headers: whether more headers are needed, and whether admin-language changes a refusal`(
    async (context) => {
      const { kind } = await answerTo(context, 'getOpenOrders');
      const [before, after] = [await aRefusal(context), await inEnglish(context)].map(
        ({ json }) => (json as JsonRecord | undefined)?.['msg'],
      );
      return { withoutMore: kind, adminLanguageChangesMsg: before !== after };
    },
  ),
];
