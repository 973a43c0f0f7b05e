import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Found, findInJson } from './find-in-json.ts'

const PAUSE_MS = 200

/** Looks for a text in a tree; `onGo` shows a place where it is. */
export function useJsonSearch(value: unknown, onGo: (found: Found) => void) {
  const [text, setText] = useState('')
  const [wanted] = useDebouncedValue(text, PAUSE_MS)
  const [{ found, index }, setResult] = useState<{ found: Found[]; index: number }>({ found: [], index: 0 })
  const show = useEffectEvent(onGo)

  useEffect(() => {
    setResult({ found: [], index: 0 })
    if (!wanted) return
    const controller = new AbortController()
    findInJson(value, wanted, controller.signal)
      .then(all => {
        if (controller.signal.aborted) return
        setResult({ found: all, index: 0 })
        if (all[0]) show(all[0])
      })
      .catch(() => undefined)
    return () => controller.abort()
  }, [value, wanted])

  const go = (step: 1 | -1) => {
    if (!found.length) return
    const next = (index + step + found.length) % found.length
    setResult({ found, index: next })
    onGo(found[next]!)
  }
  return { text, setText, count: found.length, index, current: found[index], go }
}
