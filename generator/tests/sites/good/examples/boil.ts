// #region boil
export function boil(litres: number): number {
  return litres * 4;
}
// #endregion boil

boil(1);
