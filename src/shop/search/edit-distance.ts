/**
 * Whether one slip of the fingers makes one word the other: a letter left out, one too many, a wrong one, or two
 * neighbours changed about. Equal words are too.
 */
export function withinOneSlip(one: string, other: string): boolean {
  if (one.length > other.length) return withinOneSlip(other, one);
  if (other.length - one.length > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  if (one.length < other.length) return rest === otherRest.slice(1);
  return (
    rest.slice(1) === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}
