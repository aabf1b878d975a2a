import { mountPage } from "../../mount.tsx"
import { ClaimPage } from "./page.tsx"

mountPage("claim", ClaimPage)
