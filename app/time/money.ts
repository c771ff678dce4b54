/** An amount of money as every text says it: `KES 1,200`. @param amount in whole Kenyan shillings */
export function moneyText(amount: number): string {
  return `KES ${amountText(amount)}`;
}

export function amountText(amount: number): string {
  return amount.toLocaleString("en-KE");
}
