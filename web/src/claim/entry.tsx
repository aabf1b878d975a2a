import { mountPage } from "../mount.tsx"
import { ClaimPage } from "./claim-page.tsx"

mountPage("claim", ClaimPage)
