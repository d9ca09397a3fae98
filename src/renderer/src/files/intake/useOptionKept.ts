import type { ComboboxStore } from '@mantine/core';
import { useEffect } from 'react';

/** What the arrows chose stays chosen, wherever it comes to stand among offers that an answer brings later. */
export function useOptionKept(
  { updateSelectedOptionIndex }: Pick<ComboboxStore, 'updateSelectedOptionIndex'>,
  offers: readonly unknown[],
): void {
  useEffect(() => updateSelectedOptionIndex('selected'), [offers, updateSelectedOptionIndex]);
}
