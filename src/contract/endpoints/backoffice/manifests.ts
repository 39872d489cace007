import {
  CloseManifest,
  CreateManifest,
  Manifest,
  ManifestList,
  ManifestsQuery,
  UpdateManifest,
} from "../../backoffice/manifests.ts";
import { LanguageQuery } from "../../backoffice/returns.ts";
import { backOfficeApi, defineEndpoint } from "../../endpoint.ts";

const shared = { access: "staff", permission: "pack", tag: "Back office: parcels" } as const;
const path = `${backOfficeApi}/manifests` as const;

/** Pickup manifests: what is handed to a driver. */
export const manifestEndpoints = {
  listManifests: defineEndpoint({
    ...shared,
    method: "GET",
    path,
    summary: "List the manifests, open ones first, and the packed parcels that are on none",
    query: ManifestsQuery,
    response: ManifestList,
  }),
  createManifest: defineEndpoint({
    ...shared,
    method: "POST",
    path,
    summary: "Begin a manifest of one carrier, with all of its packed parcels, or return the open one",
    query: LanguageQuery,
    body: CreateManifest,
    response: Manifest,
    status: 201,
  }),
  readManifest: defineEndpoint({
    ...shared,
    method: "GET",
    path: `${path}/{id}`,
    summary: "Get a manifest with the current state of its parcels",
    query: LanguageQuery,
    response: Manifest,
  }),
  updateManifest: defineEndpoint({
    ...shared,
    method: "PUT",
    path: `${path}/{id}`,
    summary: "Add scanned parcels, or all; remove some; 409 for a closed manifest",
    query: LanguageQuery,
    body: UpdateManifest,
    response: Manifest,
  }),
  closeManifest: defineEndpoint({
    ...shared,
    method: "POST",
    path: `${path}/{id}/close`,
    summary: "Hand over all parcels of the manifest; 409 with the reasons unless each of them can be handed over",
    query: LanguageQuery,
    body: CloseManifest,
    response: Manifest,
  }),
};
