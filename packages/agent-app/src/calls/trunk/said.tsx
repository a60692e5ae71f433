/** The words of the other side, as they are. */
export const Said = ({ label, why }: { label: string; why: string }) => (
  <p className="my-1 rounded-md bg-well px-2 py-1">
    {label}:{' '}
    <bdi dir="ltr" className="font-mono text-xs breakable">
      {why}
    </bdi>
  </p>
)
