import { Button } from "../../kit/button.tsx"
import { useAddress } from "./use-address.ts"

/** The button that leads from a list's trash back to the list. */
export function BackFromTrash({ to }: { to: string }) {
  const { go } = useAddress()
  return <Button variant="default" onClick={() => go({ trash: undefined })}>{`Back to ${to}`}</Button>
}
