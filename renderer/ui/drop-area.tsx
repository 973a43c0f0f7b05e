import { type DragEvent, type ReactNode, useState } from 'react'

/** Accepts files that are dropped anywhere inside. Has `data-over` while files are dragged over it. */
export function DropArea({
  className,
  onFiles,
  children,
}: {
  className: string | undefined
  onFiles: (files: File[]) => void
  children: ReactNode
}) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropped files can also be opened with the button
    <div
      className={className}
      data-over={over || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
