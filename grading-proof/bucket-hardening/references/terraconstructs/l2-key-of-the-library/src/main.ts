import { s3BucketPublicAccessBlock } from '@cdktf/provider-aws';
import { App, LocalBackend } from 'cdktf';
import { aws } from 'terraconstructs';

const app = new App();
const stack = new aws.AwsStack(app, 'Statements', {
  gridUUID: 'statements',
  environmentName: 'main',
  providerConfig: { region: 'us-east-1', defaultTags: [{ tags: { classification: 'confidential' } }] },
});
new LocalBackend(stack, { path: 'terraform.tfstate' });

const reports = new aws.storage.Bucket(stack, 'Reports', {
  bucketName: 'example-confidential-reports',
  encryption: aws.storage.BucketEncryption.DSSE,
  enforceSSL: true,
  minimumTLSVersion: 1.2,
  versioned: true,
  lifecycleRules: [
    { id: 'uploads', enabled: true, abortIncompleteMultipartUpload: [{ daysAfterInitiation: 7 }] },
    { id: 'old', enabled: false, noncurrentVersionExpiration: [{ noncurrentDays: 365 }] },
  ],
});
new s3BucketPublicAccessBlock.S3BucketPublicAccessBlock(reports, 'Access', {
  bucket: reports.bucketName,
  blockPublicAcls: true,
  blockPublicPolicy: true,
  ignorePublicAcls: true,
  restrictPublicBuckets: true,
});

const pages = new aws.storage.Bucket(stack, 'Pages', { public: true, websiteConfig: { enabled: true } });
aws.Tags.of(pages).add('classification', 'public');

app.synth();
