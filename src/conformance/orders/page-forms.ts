import type { AnyInput } from '../call/input.js';
import type { OperationId } from '../model/operations.js';

type PageForm = { readonly limit: string | undefined; readonly fromId: string | undefined };

/** Ways to narrow a history: small and large pages, from the start or not. */
const NARROWED: { readonly [Name in keyof PageForm]: readonly PageForm[Name][] } = {
  limit: [undefined, '1', '1000'],
  fromId: [undefined, '1'],
};

export const PAGE_FORMS: { readonly [Id in OperationId]?: typeof NARROWED } = {
  getOrderHistory: { ...NARROWED, limit: [undefined, '1', '100'] },
  getProfitHistory: { ...NARROWED, limit: [undefined, '1', '100'] },
  getTradeHistory: NARROWED,
};

export const present = (form: AnyInput): AnyInput =>
  Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
