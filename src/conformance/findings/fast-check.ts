/** The parts of fast-check that the kit uses and loads on demand. The package holds nothing else of it. */
export {
  array,
  asyncProperty,
  bigInt,
  check,
  constant,
  constantFrom,
  integer,
  oneof,
  option,
  record,
  subarray,
  tuple,
} from 'fast-check';
