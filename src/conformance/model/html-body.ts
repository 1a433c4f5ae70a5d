/** True when a body is an HTML page, of a gateway or a web site. */
export const isHtml = (body: string): boolean => /^\s*<(?:!doctype html|html|head|body)\b/i.test(body);
