import { App, Stack, aws_ec2 as ec2 } from 'aws-cdk-lib';

const app = new App({ analyticsReporting: false });
const stack = new Stack(app, 'Groups');

const vpc = new ec2.CfnVPC(stack, 'Vpc', { cidrBlock: '10.0.0.0/16' });
const clients = new ec2.CfnSecurityGroup(stack, 'Clients', {
  groupName: 'clients',
  groupDescription: 'clients',
  vpcId: vpc.ref,
});
const group = new ec2.CfnSecurityGroup(stack, 'App', {
  groupName: 'app',
  groupDescription: 'app',
  vpcId: vpc.ref,
  securityGroupEgress: [{ ipProtocol: '-1', cidrIp: '0.0.0.0/0' }],
});

const sources: Record<string, Omit<ec2.CfnSecurityGroupIngressProps, 'groupId'>> = {
  Web: { ipProtocol: 'tcp', fromPort: 80, toPort: 80, cidrIp: '0.0.0.0/0' },
  WebV6: { ipProtocol: 'tcp', fromPort: 80, toPort: 80, cidrIpv6: '::/0' },
  FirstOffice: { ipProtocol: 'tcp', fromPort: 8000, toPort: 8999, cidrIp: '10.1.0.0/16' },
  SecondOffice: { ipProtocol: 'tcp', fromPort: 8000, toPort: 8999, cidrIp: '192.168.7.0/24' },
  FromClients: { ipProtocol: 'tcp', fromPort: 5432, toPort: 5432, sourceSecurityGroupId: clients.attrGroupId },
  Names: { ipProtocol: 'udp', fromPort: 53, toPort: 53, sourcePrefixListId: 'pl-0123456789abcdef0' },
  Peers: { ipProtocol: '-1', sourceSecurityGroupId: group.ref },
};
for (const [id, source] of Object.entries(sources)) {
  new ec2.CfnSecurityGroupIngress(stack, id, { groupId: group.attrGroupId, ...source });
}
new ec2.CfnSecurityGroupIngress(stack, 'Decoy', {
  groupId: clients.attrGroupId,
  ipProtocol: 'tcp',
  fromPort: 22,
  toPort: 22,
  cidrIp: '0.0.0.0/0',
});

app.synth();
