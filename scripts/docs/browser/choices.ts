/** Names under which the reader's choices are kept. */
export const THEME_KEY = 'futures-docs-theme';
export const DECLARED_ONLY_KEY = 'futures-docs-declared-only';
export const LANGUAGE_KEY = 'futures-docs-language';
