import { mountPage } from "../../mount.tsx"
import { DeliveryPage } from "./page.tsx"

mountPage("delivery", DeliveryPage)
