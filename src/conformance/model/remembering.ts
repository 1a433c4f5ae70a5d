/** The same function, which remembers what it made of an object for as long as that is there. */
export function remembering<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = { value: make(key) }));
    return found.value;
  };
}
