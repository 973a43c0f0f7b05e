import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { PLACES } from '../routes.tsx'
import { useKeys } from './use-keys.ts'

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const KeyHelp = lazy(async () => ({ default: (await import('./key-help.tsx')).KeyHelp }))

/** Command palette and keyboard jumps; what they need is loaded at their first use. */
export function Habits({ ready }: { ready: boolean }) {
  const navigate = useNavigate()
  const [shown, show] = useState<'palette' | 'keys' | null>(null)
  useKeys({
    palette: () => ready && show('palette'),
    help: () => show('keys'),
    jump: key => {
      const place = PLACES.find(candidate => candidate.key === key)
      if (place) void navigate(place.path)
    },
  })
  return (
    <Suspense>
      {shown === 'palette' && <Palette onClose={() => show(null)} onKeys={() => show('keys')} />}
      {shown === 'keys' && <KeyHelp onClose={() => show(null)} />}
    </Suspense>
  )
}
