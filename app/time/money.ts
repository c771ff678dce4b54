/** An amount of money as every text says it: `KES 1,200`. @param amount in whole Kenyan shillings */
export function moneyText(amount: number): string {
  return `KES ${amountText(amount)}`;
}

/** The amount alone, where the currency stands apart: `1,200`. */
export function amountText(amount: number): string {
  // A browser's first use of a locale costs a phone's processor a tenth of a second.
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ",");
}
