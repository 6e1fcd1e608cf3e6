// CDK Terrain with the plain bindings of the provider.

export * from '../terraform-json.mjs';
export const packages = ['cdktn', '@cdktn/provider-aws', 'typescript'];
