import { useCallback } from 'react'

/** A picture from memory. Its object URL is valid as long as the element exists. */
export function BlobImage({ blob, className }: { blob: Blob; className?: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      if (!image) return
      const url = URL.createObjectURL(blob)
      image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [blob],
  )
  return <img ref={show} alt="" className={className} />
}
