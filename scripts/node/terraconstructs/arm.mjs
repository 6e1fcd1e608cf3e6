// TerraConstructs: constructs in the style of the AWS CDK, on CDK for Terraform.

export * from '../terraform-json.mjs';
export const packages = ['terraconstructs', 'cdktf', '@cdktf/provider-aws', 'typescript'];
