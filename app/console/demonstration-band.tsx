/** Marks every page of the console as a demonstration. */
export function DemoBanner() {
  return <p className="demonstration">Demo. These people are not real.</p>;
}
