import { Anchor } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadCode } from '../../lib/load-code.ts'

const GuideDrawer = lazy(async () => ({
  default: (await loadCode(() => import('./guide-drawer.tsx'))).GuideDrawer,
}))

/** Opens a guide without leaving the page. */
export function GuideLink({ guide, text }: { guide: string; text: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
        {text}
      </Anchor>
      {isOpen && (
        <Suspense>
          <GuideDrawer place={guide} title={text} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
