/** An amount of money as it is shown everywhere: `KES 1,200`. @param amount in whole Kenyan shillings */
export function moneyText(amount: number): string {
  return `KES ${amountText(amount)}`;
}

export function amountText(amount: number): string {
  // The browser's first use of a locale takes a phone's processor a tenth of a second.
  if (amount < 0) return `-${amountText(-amount)}`;
  if (amount < 1000) return String(amount);
  return `${amountText(Math.floor(amount / 1000))},${String(amount % 1000).padStart(3, "0")}`;
}
