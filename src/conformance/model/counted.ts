export const counted = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

export const an = (what: string): string => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
