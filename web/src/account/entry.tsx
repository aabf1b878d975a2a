import { mountPage } from "../mount.tsx"
import { AccountPage } from "./account-page.tsx"

mountPage("account", AccountPage)
