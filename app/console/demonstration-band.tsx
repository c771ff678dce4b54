/** Says on every page of the console that the gym was made to be looked at. */
export function DemoBanner() {
  return <p className="demonstration">Demo. These people are not real.</p>;
}
