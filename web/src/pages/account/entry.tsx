import { mountPage } from "../../mount.tsx"
import { AccountPage } from "./page.tsx"

mountPage("account", AccountPage)
