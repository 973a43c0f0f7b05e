import { useLocalStorage, useMediaQuery } from '@mantine/hooks'

/** Whether the navigation shows icons alone: as chosen, and in every window under 800 px. */
export function useNarrow(): [narrow: boolean, toggle: () => void] {
  const [chosen, choose] = useLocalStorage({ key: 'winnow.narrow', defaultValue: false })
  const small = useMediaQuery('(max-width: 800px)')
  return [chosen || Boolean(small), () => choose(before => !before)]
}
